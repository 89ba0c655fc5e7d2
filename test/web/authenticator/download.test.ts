import { expect, it, vi } from 'vitest'
import { download } from '../../../web/authenticator/base/download.ts'

it('keeps a file until the browser has had time to save it', () => {
  vi.useFakeTimers()
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  download('codes.json', '{}', 'application/json')
  expect(link.click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoke).toHaveBeenCalledExactlyOnceWith(link.href)
})
