import type { ComponentChildren } from 'preact'
import type { RegistrationPageView } from '../../../src/client/registration-page.ts'
import { localeNames } from '../../ui/texts/i18n.ts'
import { text } from '../base/texts.ts'

/** Languages are links, which need no script and keep the page. */
export function Frame({ view, children }: { view: RegistrationPageView; children: ComponentChildren }) {
  // The page after a form has the form's address, which would lead back to it.
  const path = view.page === 'sent' ? `${view.path}/sent` : ''
  const preview = view.page === 'form' && view.preview !== null ? `&preview=${view.preview}` : ''
  return (
    <div class="page">
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
