// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/failure.h"

#include <new>

namespace reforward {

Error toError(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return Error(ErrorKind::input, Error::Context{{}, {}, "not enough memory", "close other programs"});
    } catch (const std::exception& error) {
        return Error(ErrorKind::check, std::string("internal fault: ") + error.what());
    }
}

}  // namespace reforward
