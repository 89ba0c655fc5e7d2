import type { ComponentChildren, TargetedMouseEvent } from 'preact'
import { useRef } from 'preact/hooks'
import type { RegistrationPageView } from '../../../src/client/registration-page.ts'
import { localeNames } from '../../ui/texts/i18n.ts'
import { text } from '../base/texts.ts'

/** Languages are links, which need no script and keep the page; with a script, they also keep what was typed. */
export function Frame({ view, children }: { view: RegistrationPageView; children: ComponentChildren }) {
  // The page after a form has the form's address, which would lead back to it.
  const path = view.page === 'sent' ? `${view.path}/sent` : ''
  const preview = view.page === 'form' && view.preview !== null ? `&preview=${view.preview}` : ''
  // A form that came back from the server, which has a token then, and one that is being changed hold input already.
  const isTyped = useRef(view.page === 'change' || (view.page === 'form' && view.draft.token !== ''))
  const note = () => {
    isTyped.current = true
  }
  return (
    <div class="page" onInput={note}>
      <a class="skip-link" href="#content">
        {text('skip')}
      </a>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <nav aria-label={text('languages')}>
          <ul>
            {Object.entries(localeNames).map(([tag, name]) => (
              <li key={tag}>
                <a
                  href={`${path}?lang=${tag}${preview}`}
                  lang={tag}
                  hreflang={tag}
                  onClick={(event) => isTyped.current && takeInputAlong(event)}
                  {...(view.language === tag ? { 'aria-current': 'true' as const } : {})}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p>{text('poweredBy')}</p>
      </footer>
    </div>
  )
}

/** Sends the form to be drawn again in the other language, if the page has one that can be. */
function takeInputAlong(event: TargetedMouseEvent<HTMLAnchorElement>): void {
  const form = document.querySelector<HTMLFormElement>('form[data-redrawn]')
  if (form === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const button = document.createElement('button')
  Object.assign(button, { name: 'action', value: 'type', formAction: event.currentTarget.href })
  Object.assign(button, { formNoValidate: true, hidden: true })
  form.append(button)
  form.requestSubmit(button)
}
