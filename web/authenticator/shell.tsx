import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Brand } from '../ui/brand.tsx'
import { isOnline } from '../ui/offline/online.ts'
import { ButtonLink } from './base/button-link.tsx'
import { pathTo } from './base/place.ts'
import { text } from './base/texts.ts'
import { UpdatePrompt } from './offline/updates.tsx'

const places = [
  { path: '/', name: 'navHome', shape: 'M3 11.5 12 4l9 7.5M5.5 10v10h13V10M10 20v-6h4v6' },
  { path: '/codes', name: 'navCodes', shape: 'M12 3.5a8.5 8.5 0 1 0 8.5 8.5M12 7.5V12l3 2M17 3.5v5h5' },
  {
    path: '/identities',
    name: 'navIdentities',
    shape: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  },
  { path: '/history', name: 'navHistory', shape: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01' },
  {
    path: '/settings',
    name: 'navSettings',
    shape:
      'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  },
] as const

/** The frame of every page: navigation at the bottom on phones, at the side on wide screens. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip-link" href="#content">
        {text('skip')}
      </a>
      <header class="brand">
        <a href={pathTo('/')}>
          <Brand app={text('appShort')} />
        </a>
        <ButtonLink path="/add" size="small" label={text('scan')} />
      </header>
      <nav class="places" aria-label={text('navLabel')}>
        <ul>
          {places.map(({ path, name, shape }) => (
            <li key={path}>
              <PlaceLink path={path} shape={shape}>
                {text(name)}
              </PlaceLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <UpdatePrompt />
        {!isOnline.value && (
          <p class="notice warn" role="status">
            {text('offline')}
          </p>
        )}
        {children}
      </main>
    </div>
  )
}

type PlaceLinkProps = { path: (typeof places)[number]['path']; shape: string; children: string }

function PlaceLink({ path, shape, children }: PlaceLinkProps) {
  const here = useLocation().path
  const href = pathTo(path)
  const isHere = here === href || (path !== '/' && here.startsWith(`${href}/`))
  return (
    <a href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={shape} />
      </svg>
      <span>{children}</span>
    </a>
  )
}
