import type { ComponentChildren } from 'preact'
import { Page } from '../base/page.tsx'
import { SubNav } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'

type FrameProps = { title: string; lead: string; children: ComponentChildren }

/** The heading and the pages of the area. */
export function IssuerFrame({ title, lead, children }: FrameProps) {
  return (
    <Page title={title} lead={lead}>
      <SubNav
        label={text('issuerPages')}
        places={[
          { path: '/issuer/keys', name: text('issuerKeys') },
          { path: '/issuer/jobs', name: text('jobs') },
          { path: '/issuer/signing-keys', name: text('signingKeys') },
          { path: '/issuer/applications', name: text('names') },
        ]}
      />
      {children}
    </Page>
  )
}
