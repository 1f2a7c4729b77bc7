#include <stddef.h>
typedef struct ihipStream_t *hipStream_t;