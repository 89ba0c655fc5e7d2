import { lazy } from 'preact-iso'
import '../identity/identity.css'
import type { ConsoleRoute } from '../base/route.ts'
import { navText } from '../identity/nav-texts.ts'

const KeysPage = lazy(async () => (await import('./keys-page.tsx')).KeysPage)
const JobsPage = lazy(async () => (await import('./jobs-page.tsx')).JobsPage)
const SigningKeysPage = lazy(async () => (await import('./signing-keys-page.tsx')).SigningKeysPage)
const NamesPage = lazy(async () => (await import('./names-page.tsx')).NamesPage)

const guard = { scope: 'issuer:read', everywhere: true } as const

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/issuer',
    component: KeysPage,
    ...guard,
    nav: {
      text: () => navText('issuer'),
      icon: 'M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM5 20a7 7 0 0 1 10-6.300M17 15l1.500 1.500L22 13',
      order: 30,
      group: 'services',
    },
  },
  { path: '/issuer/keys', component: KeysPage, ...guard },
  { path: '/issuer/jobs', component: JobsPage, ...guard },
  { path: '/issuer/signing-keys', component: SigningKeysPage, ...guard },
  { path: '/issuer/applications', component: NamesPage, ...guard },
]
