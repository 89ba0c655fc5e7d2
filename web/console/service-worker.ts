import { keepPages } from '../ui/offline/page-cache.ts'
import type { WorkerScope } from '../ui/offline/worker-scope.ts'
import { doorPages } from './check-in/page-cache.ts'

/** For check-in alone: no other page of the console is answered from here, and nothing that the server says is kept. */
const worker = self as unknown as WorkerScope

keepPages(worker, doorPages)
