import { keepPages } from '../ui/offline/page-cache.ts'
import type { WorkerScope } from '../ui/offline/worker-scope.ts'
import { doorPages } from './check-in/page-cache.ts'

/** For check-in only: no other page of the console is served from here, and no server answer is cached. */
const worker = self as unknown as WorkerScope

keepPages(worker, doorPages)
