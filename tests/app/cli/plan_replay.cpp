// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/plan_replay.h"

#include <QJsonArray>
#include <QJsonObject>
#include <map>
#include <set>
#include <vector>

namespace reforward::tests {

namespace {

using Value = std::pair<QString, int>;

struct Vertex {
    std::vector<Value> inputs, outputs, saves;
    std::vector<QString> consumers;  ///< of output 0
    double time = 1, backwardTime = 2;
    qint64 workspace = 0, backwardWorkspace = 0;
    bool differentiable = true, fixed = false, once = false;
};

QString idOf(const QJsonValue& id) {
    return id.isString() ? id.toString() : QString::number(id.toInteger());
}

Value valueOf(const QJsonValue& value) {
    if (!value.isObject()) return {idOf(value), 0};
    return {idOf(value.toObject().value("vertex")), value.toObject().value("output").toInt()};
}

class Machine {
  public:
    explicit Machine(const QJsonObject& graph) {
        for (const QJsonValue& node : graph.value("nodes").toArray())
            addVertex(node.toObject());
        for (const QJsonValue& link : graph.value("links").toArray()) {
            const Value from{idOf(link.toObject().value("source")), 0};
            const QString to = idOf(link.toObject().value("target"));
            vertices_[to].inputs.push_back(from);
            vertices_[from.first].consumers.push_back(to);
        }
        for (const QJsonValue& node : graph.value("nodes").toArray())
            addSaves(node.toObject());
        measure(0);
    }

    QString apply(const QString& op, const QString& id, int output) {
        if (!vertices_.contains(id)) return "no such vertex";
        if (op == "forward") return forward(id);
        if (op == "backward") return backward(id);
        auto& live = op == "free" ? live_ : gradients_;
        if (op != "free" && op != "free_gradient") return "no such step";
        if (op == "free" && vertices_[id].fixed) return "frees a fixed value";
        if (op == "free_gradient" && !done_.contains(id)) return "frees a gradient before its use";
        return live.erase({id, output}) == 1 ? "" : "frees what is not live";
    }

    QString atEnd() const {
        for (const auto& [id, vertex] : vertices_) {
            if (!vertex.fixed && !runs_.contains(id)) return id + " never ran";
            if (vertex.differentiable && !done_.contains(id)) return id + " never ran backward";
        }
        return {};
    }

    PlanReplay result;

  private:
    void addVertex(const QJsonObject& node) {
        const QString id = idOf(node.value("id"));
        Vertex v;
        v.time = node.value("time").toDouble(1);
        v.backwardTime = node.value("backward_time").toDouble(2 * v.time);
        v.workspace = node.value("workspace").toInteger(0);
        v.backwardWorkspace = node.value("backward_workspace").toInteger(v.workspace);
        v.fixed = node.value("fixed").toBool(false);
        v.differentiable = !v.fixed && node.value("differentiable").toBool(true);
        v.once = !node.value("recompute").toBool(true);
        QJsonArray outputs = node.value("outputs").toArray();
        if (outputs.isEmpty()) outputs.append(QJsonObject{{"memory", node.value("memory")}});
        for (int k = 0; k < outputs.size(); ++k) {
            const QJsonObject output = outputs[k].toObject();
            const Value value{id, k};
            v.outputs.push_back(value);
            bytes_[value] = output.value("memory").toInteger();
            if (v.differentiable && output.value("differentiable").toBool(true)) hasGradient_.insert(value);
            if (v.fixed) live_.insert(value);
        }
        vertices_[id] = v;
    }

    void addSaves(const QJsonObject& node) {
        Vertex& v = vertices_[idOf(node.value("id"))];
        if (!node.contains("saves")) {
            v.saves = v.inputs;
            return;
        }
        for (const QJsonValue& value : node.value("saves").toArray())
            v.saves.push_back(valueOf(value));
    }

    QString forward(const QString& id) {
        const Vertex& v = vertices_[id];
        for (const Value& x : v.inputs) {
            if (!live_.contains(x)) return id + " reads " + x.first + ", which is not live";
        }
        std::size_t fresh = 0;
        for (const Value& x : v.outputs)
            fresh += live_.insert(x).second ? 1U : 0U;
        if (fresh == 0 || v.fixed) return id + " runs for nothing";
        const int run = ++runs_[id];
        if (run > 1 && v.once) return id + " may run only once";
        (run > 1 ? result.recomputeTime : result.forwardTime) += v.time;
        measure(v.workspace);
        return {};
    }

    QString backward(const QString& id) {
        const Vertex& v = vertices_[id];
        if (!v.differentiable || !done_.insert(id).second) return id + " has no backward left";
        for (const auto& [other, vertex] : vertices_) {
            if (!vertex.fixed && !runs_.contains(other)) return "backward before the forward of " + other;
        }
        bool read = false;
        for (const QString& consumer : v.consumers) {
            if (!vertices_[consumer].differentiable) continue;
            read = true;
            if (!done_.contains(consumer)) return id + " before its consumer " + consumer;
        }
        for (const Value& x : v.saves) {
            if (!live_.contains(x)) return id + " needs " + x.first + ", which is not live";
        }
        for (const Value& x : v.outputs) {
            if (!hasGradient_.contains(x) || gradients_.contains(x)) continue;
            if (read && x.second == 0) return id + ": its gradient is gone";
            gradients_.insert(x);
        }
        for (const Value& x : v.inputs) {
            if (hasGradient_.contains(x)) gradients_.insert(x);
        }
        result.backwardTime += v.backwardTime;
        measure(v.backwardWorkspace);
        return {};
    }

    void measure(qint64 workspace) {
        qint64 sum = workspace;
        for (const Value& x : live_)
            sum += bytes_[x];
        for (const Value& x : gradients_)
            sum += bytes_[x];
        result.peak = std::max(result.peak, sum);
    }

    std::map<QString, Vertex> vertices_;
    std::map<Value, qint64> bytes_;
    std::set<Value> hasGradient_, live_, gradients_;
    std::set<QString> done_;
    std::map<QString, int> runs_;
};

}  // namespace

PlanReplay replayPlan(const QJsonObject& graph, const QJsonObject& plan) {
    Machine machine(graph);
    int number = 0;
    for (const QJsonValue& entry : plan.value("schedule").toArray()) {
        const QJsonObject step = entry.toObject();
        const QString fault = machine.apply(step.value("op").toString(), idOf(step.value("vertex")),
                                            step.value("output").toInt());
        if (!fault.isEmpty()) {
            machine.result.fault = QString("step %1: %2").arg(number).arg(fault);
            return machine.result;
        }
        ++number;
    }
    machine.result.fault = machine.atEnd();
    return machine.result;
}

}  // namespace reforward::tests
