import { useEffect, useState } from 'preact/hooks'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { Brand } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { Preferences } from '../ui/inputs/preferences.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ApiPage } from './api-page.tsx'
import { NotFoundPage } from './base/not-found-page.tsx'
import { text } from './base/texts.ts'
import { GuidePage } from './guide-page.tsx'
import { Navigation } from './navigation.tsx'
import { OperationPage } from './operation/operation-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { ProblemsPage } from './problems-page.tsx'
import { Search } from './search.tsx'
import { SettingsPage } from './settings-page.tsx'

export function App() {
  return (
    <LocationProvider scope="/docs">
      <Shell />
      <Toasts />
    </LocationProvider>
  )
}

function Shell() {
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <a class="skip-link" href="#content">
        {text('skip')}
      </a>
      <header class="top">
        <a class="brand" href="/docs">
          <Brand app={text('title')} />
        </a>
        <Search />
        <div class="menu-button">
          <Button size="small" expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text('menu')}
          </Button>
        </div>
      </header>
      <div class="frame">
        <div class={isOpen ? 'side open' : 'side'}>
          <nav aria-label={text('contents')}>
            <Navigation />
          </nav>
          <Preferences />
        </div>
        <main id="content" tabIndex={-1}>
          <Pages />
        </main>
      </div>
    </>
  )
}

function Pages() {
  return (
    <Router>
      <Route path="/docs" component={OverviewPage} />
      <Route path="/docs/api/:api" component={ApiPage} />
      <Route path="/docs/api/:api/:operation" component={OperationPage} />
      <Route path="/docs/guide/:slug" component={GuidePage} />
      <Route path="/docs/problems" component={ProblemsPage} />
      <Route path="/docs/settings" component={SettingsPage} />
      <Route default component={NotFoundPage} />
    </Router>
  )
}
