import { createCache } from '../../../kernel/base/cache.ts'
import { type CodedBody, createCodedBody } from '../../../kernel/base/coded-body.ts'

/** An answer that is the same for everyone who asks for it. */
export type Content = {
  /** Which answer it is: a newer one takes its place. */
  readonly name: string
  /** Differs whenever the answer differs. */
  readonly state: string
  /** Whether it is still the answer; a promise if something must be read to find out. */
  isCurrent(): boolean | Promise<boolean>
  write(): Promise<string>
}

/** Written and compressed once for each state, however many people ask at once. */
export type Contents = {
  read(content: Content): Promise<CodedBody>
}

type Known = { readonly state: string; readonly body: CodedBody }

const MOST_BYTES = 64 * 1_048_576

export function createContents(): Contents {
  const known = createCache<Known>({ max: MOST_BYTES, sizeOf: ({ body }) => body.size })
  const started = new Map<string, Promise<CodedBody>>()

  async function make({ name, state, write }: Content): Promise<CodedBody> {
    const body = await createCodedBody(await write())
    known.set(name, { state, body })
    return body
  }

  return {
    read(content) {
      const { name, state } = content
      const last = known.get(name)
      if (last?.state === state) return Promise.resolve(last.body)
      const key = `${name} ${state}`
      const running = started.get(key)
      if (running !== undefined) return running
      const fresh = make(content).finally(() => started.delete(key))
      started.set(key, fresh)
      return fresh
    },
  }
}
