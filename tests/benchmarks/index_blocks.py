"""Group vectors of a file in blocks, in a process of its own: print seconds, peak memory in bytes, and the loss."""

import resource
import sys
import time

from scipy.sparse import csr_array, load_npz

from backend.privacy.blocked_microaggregation import microaggregate_in_blocks
from backend.privacy.microaggregation import squared_error

if __name__ == "__main__":
    vectors, k = csr_array(load_npz(sys.argv[1])), int(sys.argv[2])
    begin, began = time.perf_counter(), time.process_time()
    grouping = microaggregate_in_blocks(vectors, k)
    computing, waiting = time.process_time() - began, time.perf_counter() - begin
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(computing, waiting, memory, squared_error(vectors, grouping))
