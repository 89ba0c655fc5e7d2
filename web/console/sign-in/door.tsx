import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Brand } from '../../ui/brand.tsx'
import { Preferences } from '../../ui/inputs/preferences.tsx'
import { text as frameText } from '../base/texts.ts'

/** The frame of pages before sign-in. */
export function Door({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · ${frameText('appName')}`
  })
  return (
    <div class="door">
      <header>
        <span class="brand">
          <Brand app={frameText('appShort')} />
        </span>
      </header>
      <main id="content">
        <h1>{title}</h1>
        {children}
      </main>
      <footer>
        <Preferences />
      </footer>
    </div>
  )
}
