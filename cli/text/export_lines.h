#pragma once
// The lines of an export that are not entities; a server reads them, too (--seed).

#include "entity/export_lines.h"
