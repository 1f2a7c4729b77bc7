#include <stddef.h>
typedef struct CUstream_st *cudaStream_t;