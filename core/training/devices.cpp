// SPDX-License-Identifier: Apache-2.0
#include "core/training/devices.h"

#include <cctype>

namespace reforward {

namespace {

constexpr double tera = 1e12, giga = 1e9;

constexpr Bytes gib(std::int64_t count) {
    return Bytes(count << 30);
}

std::string plain(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0) text += static_cast<char>(std::tolower(letter));
    }
    return text;
}

}  // namespace

const std::vector<Device>& devices() {
    static const std::vector<Device> all{
        // NVIDIA A100 Tensor Core GPU datasheet (2021), SXM, without sparsity.
        {"a100", "A100 40 GB", 19.5 * tera, 156 * tera, 312 * tera, 312 * tera, 1555 * giga, gib(40)},
        {"a100-80gb", "A100 80 GB", 19.5 * tera, 156 * tera, 312 * tera, 312 * tera, 2039 * giga, gib(80)},
        // NVIDIA H100 Tensor Core GPU datasheet, SXM; its tensor rates are with sparsity, twice the dense
        // ones.
        {"h100", "H100", 67 * tera, 494.5 * tera, 989.5 * tera, 989.5 * tera, 3350 * giga, gib(80)},
        // NVIDIA H200 Tensor Core GPU datasheet, SXM; sparsity as above.
        {"h200", "H200", 67 * tera, 494.5 * tera, 989.5 * tera, 989.5 * tera, 4800 * giga, gib(141)},
        // NVIDIA Ampere GA102 GPU Architecture whitepaper, table of the RTX 3090; float16 with float32
        // accumulation.
        {"rtx3090", "RTX 3090", 35.6 * tera, 35.6 * tera, 71 * tera, 71 * tera, 936 * giga, gib(24)},
        // NVIDIA Ada GPU Architecture whitepaper, appendix A.
        {"rtx4090", "RTX 4090", 82.6 * tera, 82.6 * tera, 165.2 * tera, 165.2 * tera, 1008 * giga, gib(24)},
        // NVIDIA RTX Blackwell GPU Architecture whitepaper, appendix A.
        {"rtx5090", "RTX 5090", 104.8 * tera, 104.8 * tera, 209.5 * tera, 209.5 * tera, 1792 * giga, gib(32)},
        // GeForce RTX 4060 Laptop GPU. NVIDIA states 3072 cores, at most 2.37 GHz, 8 GB of GDDR6 on 128 bits
        // (16 Gbit/s a pin): 2 x 3072 x 2.37e9 in float32; matrix units in Ada's proportions (whitepaper).
        {"laptop-gpu", "Laptop, RTX 4060", 14.56 * tera, 14.56 * tera, 29.1 * tera, 29.1 * tera, 256 * giga,
         gib(8)},
        // AMD Ryzen 7 7840U. AMD states 8 cores at 3.3 GHz base and two channels of DDR5-5600; the Zen 4
        // optimization guide two 256-bit multiply-adds a cycle: 8 x 32 x 3.3e9 in float32. bfloat16 has
        // instructions of twice that rate, float16 and tf32 have none. The memory is what such laptops come
        // with.
        {"laptop-cpu", "Laptop, 8 CPU cores", 0.845 * tera, 0.845 * tera, 0.845 * tera, 1.69 * tera,
         89.6 * giga, gib(16)},
    };
    return all;
}

const Device* findDevice(std::string_view name) {
    const std::string wanted = plain(name);
    for (const Device& device : devices()) {
        if (plain(device.name) == wanted || plain(device.title) == wanted) return &device;
    }
    return nullptr;
}

std::string deviceNames() {
    std::string names;
    for (const Device& device : devices())
        names += (names.empty() ? "" : ", ") + std::string(device.name);
    return names;
}

}  // namespace reforward
