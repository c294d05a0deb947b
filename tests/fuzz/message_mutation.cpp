// SPDX-License-Identifier: Apache-2.0
#include "message_mutation.h"

#include <google/protobuf/descriptor.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace reforward {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::array<std::int64_t, 18> numbers{0,
                                               1,
                                               -1,
                                               2,
                                               3,
                                               7,
                                               -2,
                                               16,
                                               255,
                                               65536,
                                               INT32_MAX,
                                               INT32_MIN,
                                               std::int64_t(1) << 32,
                                               std::int64_t(1) << 40,
                                               std::int64_t(1) << 61,
                                               INT64_MAX,
                                               INT64_MIN,
                                               -4096};

class Mutation {
  public:
    Mutation(Message& root, std::mt19937& random) : random_(random) { collect(root); }

    void run() {
        if (places_.empty()) return;
        const Place place = places_[below(places_.size())];
        if (place.field->is_repeated()) {
            changeList(*place.message, place.field);
        } else {
            changeField(*place.message, place.field);
        }
    }

  private:
    struct Place {
        Message* message;
        const FieldDescriptor* field;
    };

    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

    // All fields that are set, and the texts among them. Without recursion: messages nest.
    void collect(Message& root) {
        std::vector<Message*> open{&root};
        while (!open.empty()) {
            Message* message = open.back();
            open.pop_back();
            const auto* reflection = message->GetReflection();
            std::vector<const FieldDescriptor*> fields;
            reflection->ListFields(*message, &fields);
            for (const FieldDescriptor* field : fields) {
                places_.push_back({message, field});
                const bool text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
                const bool nested = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
                const int count = field->is_repeated() ? reflection->FieldSize(*message, field) : 1;
                for (int i = 0; i < count; ++i) {
                    if (nested) {
                        open.push_back(field->is_repeated()
                                           ? reflection->MutableRepeatedMessage(message, field, i)
                                           : reflection->MutableMessage(message, field));
                    } else if (text) {
                        texts_.push_back(field->is_repeated()
                                             ? reflection->GetRepeatedString(*message, field, i)
                                             : reflection->GetString(*message, field));
                    }
                }
            }
        }
    }

    std::string text() {
        if (texts_.empty() || below(8) == 0) return below(2) == 0 ? "" : "/../x";
        return texts_[below(texts_.size())];
    }
    std::int64_t number() { return numbers[below(numbers.size())]; }

    void changeList(Message& message, const FieldDescriptor* field) {
        const auto* reflection = message.GetReflection();
        const int size = reflection->FieldSize(message, field);
        const int i = static_cast<int>(below(static_cast<std::size_t>(size)));
        switch (below(4)) {
            case 0:
                reflection->SwapElements(&message, field, i, size - 1);
                reflection->RemoveLast(&message, field);
                return;
            case 1:
                reflection->SwapElements(&message, field, i,
                                         static_cast<int>(below(static_cast<std::size_t>(size))));
                return;
            case 2:
                add(message, field, i);
                return;
            default:
                change(message, field, i);
        }
    }

    void add(Message& message, const FieldDescriptor* field, int like) {
        const auto* reflection = message.GetReflection();
        switch (field->cpp_type()) {
            case FieldDescriptor::CPPTYPE_MESSAGE: {
                // By way of a copy: adding may move the list's elements.
                const Message& from = reflection->GetRepeatedMessage(message, field, like);
                Message* copy = from.New();
                copy->CopyFrom(from);
                reflection->AddAllocatedMessage(&message, field, copy);
                return;
            }
            case FieldDescriptor::CPPTYPE_STRING:
                return reflection->AddString(&message, field, text());
            case FieldDescriptor::CPPTYPE_INT64:
                return reflection->AddInt64(&message, field, number());
            case FieldDescriptor::CPPTYPE_INT32:
                return reflection->AddInt32(&message, field, static_cast<std::int32_t>(number()));
            case FieldDescriptor::CPPTYPE_FLOAT:
                return reflection->AddFloat(&message, field, static_cast<float>(number()));
            default:
                return;
        }
    }

    void change(Message& message, const FieldDescriptor* field, int i) {
        const auto* reflection = message.GetReflection();
        switch (field->cpp_type()) {
            case FieldDescriptor::CPPTYPE_STRING:
                return reflection->SetRepeatedString(&message, field, i, text());
            case FieldDescriptor::CPPTYPE_INT64:
                return reflection->SetRepeatedInt64(&message, field, i, number());
            case FieldDescriptor::CPPTYPE_INT32:
                return reflection->SetRepeatedInt32(&message, field, i, static_cast<std::int32_t>(number()));
            case FieldDescriptor::CPPTYPE_FLOAT:
                return reflection->SetRepeatedFloat(&message, field, i, static_cast<float>(number()));
            default:
                return;
        }
    }

    void changeField(Message& message, const FieldDescriptor* field) {
        const auto* reflection = message.GetReflection();
        if (below(6) == 0) return reflection->ClearField(&message, field);
        switch (field->cpp_type()) {
            case FieldDescriptor::CPPTYPE_STRING:
                return reflection->SetString(&message, field, text());
            case FieldDescriptor::CPPTYPE_INT64:
                return reflection->SetInt64(&message, field, number());
            case FieldDescriptor::CPPTYPE_INT32:
                return reflection->SetInt32(&message, field, static_cast<std::int32_t>(number()));
            case FieldDescriptor::CPPTYPE_FLOAT:
                return reflection->SetFloat(
                    &message, field,
                    below(4) == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(number()));
            case FieldDescriptor::CPPTYPE_ENUM: {
                const auto* type = field->enum_type();
                const int value = static_cast<int>(below(static_cast<std::size_t>(type->value_count())));
                return reflection->SetEnum(&message, field, type->value(value));
            }
            default:
                return;
        }
    }

    std::mt19937& random_;
    std::vector<Place> places_;
    std::vector<std::string> texts_;
};

}  // namespace

void mutateMessage(Message& message, std::mt19937& random) {
    Mutation(message, random).run();
}

}  // namespace reforward
