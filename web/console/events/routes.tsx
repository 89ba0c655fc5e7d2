import { lazy } from 'preact-iso'
import '../../ui/form/form.css'
import type { ConsoleRoute } from '../base/route.ts'
import './events.css'
import './form/form-builder.css'
import './schedule/schedule.css'
import { navText } from './nav-texts.ts'

const EventsPage = lazy(async () => (await import('./list/events-page.tsx')).EventsPage)
const NewEventPage = lazy(async () => (await import('./list/new-event-page.tsx')).NewEventPage)
const OverviewPage = lazy(async () => (await import('./overview/overview-page.tsx')).OverviewPage)
const DetailsPage = lazy(async () => (await import('./details/details-page.tsx')).DetailsPage)
const TypesPage = lazy(async () => (await import('./types/types-page.tsx')).TypesPage)
const OptionsPage = lazy(async () => (await import('./options/options-page.tsx')).OptionsPage)
const FormPage = lazy(async () => (await import('./form/form-page.tsx')).FormPage)
const SchedulePage = lazy(async () => (await import('./schedule/schedule-page.tsx')).SchedulePage)

const scope = 'events:read'
const icon = 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4'

export const routes: readonly ConsoleRoute[] = [
  {
    path: '/events',
    component: EventsPage,
    scope,
    nav: { text: () => navText('events'), icon, order: 10, group: 'events' },
  },
  { path: '/events/new', component: NewEventPage, scope: 'events:write' },
  { path: '/events/:eventId', component: OverviewPage, scope },
  { path: '/events/:eventId/details', component: DetailsPage, scope },
  { path: '/events/:eventId/types', component: TypesPage, scope },
  { path: '/events/:eventId/options', component: OptionsPage, scope },
  { path: '/events/:eventId/form', component: FormPage, scope },
  { path: '/events/:eventId/schedule', component: SchedulePage, scope },
]
