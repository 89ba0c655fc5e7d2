import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { consoleEvents } from '../../base/services.ts'
import { me } from '../../base/session.ts'
import type { EventAnswer } from './event.ts'
import { text } from './texts.ts'

/** The URL of the registration page. */
function publicLinkOf(code: string): string {
  return `${me.value?.pagesUrl ?? `${location.origin}/e`}/${encodeURIComponent(code)}`
}

/** A draft has no public page yet: its address is shown without a link, and can be previewed. */
export function PublicLink({ event: { id, code, status } }: { event: EventAnswer }) {
  const isThere = status !== 'draft' && status !== 'archived'
  const href = publicLinkOf(code)
  const copy = () =>
    navigator.clipboard.writeText(href).then(
      () => showToast(text('linkCopied')),
      () => showToast(text('copyFailed')),
    )
  return (
    <p class="event-link">
      <span>{text(isThere ? 'publicPage' : 'publicPageHidden')}</span>{' '}
      {isThere ? (
        <a href={href} target="_blank" rel="noopener">
          {href.replace(/^https?:\/\//, '')}
        </a>
      ) : (
        <bdi>{href.replace(/^https?:\/\//, '')}</bdi>
      )}
      <Button look="quiet" size="small" onClick={() => void copy()}>
        {text('copyLink')}
      </Button>
      {!isThere && (
        <Button look="quiet" size="small" onClick={() => void showPreview(id)}>
          {text('previewPage')}
        </Button>
      )}
    </p>
  )
}

/** The tab opens before its address is known, because browsers block tabs that open later than the click. */
async function showPreview(eventId: string): Promise<void> {
  const tab = open('about:blank', '_blank')
  try {
    const { body } = await consoleEvents.previewPage({ params: { eventId } })
    if (tab === null) location.assign(body.url)
    else {
      tab.opener = null
      tab.location.replace(body.url)
    }
  } catch {
    tab?.close()
    showToast(text('previewFailed'))
  }
}
