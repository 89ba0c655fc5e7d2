import type { FunctionComponent } from 'preact'
import { lazy } from 'preact-iso'
import './identity/identity.css'
import './attendance/attendance.css'
import './base/operations.css'
import './tasks/tasks.css'
import './check-in/check-in.css'
import './contacts/contacts.css'
import '../ui/form/form.css'
import './events/events.css'
import './events/form/form-builder.css'
import './events/schedule/schedule.css'
import 'uplot/dist/uPlot.min.css'
import './home/home.css'
import './registrations/registrations.css'
import { text as auditText } from './audit/texts.ts'
import type { Scope } from './base/session.ts'
import { text as contactsText } from './contacts/texts.ts'
import { navText as eventsText } from './events/nav-texts.ts'
import { text as homeText } from './home/texts.ts'
import { navText as identityText } from './identity/nav-texts.ts'
import { text as operatorsText } from './operators/texts.ts'
import { text as outboxText } from './outbox/texts.ts'
import { text as settingsText } from './settings/texts.ts'
import { text as startText } from './start/texts.ts'
import { text as tasksText } from './tasks/texts.ts'
import { text as webhooksText } from './webhooks/texts.ts'

const HomePage = lazy(async () => (await import('./home/home-page.tsx')).HomePage)
const StartPage = lazy(async () => (await import('./start/start-page.tsx')).StartPage)
const TasksPage = lazy(async () => (await import('./tasks/tasks-page.tsx')).TasksPage)
const TaskPage = lazy(async () => (await import('./tasks/task-page.tsx')).TaskPage)

const EventsPage = lazy(async () => (await import('./events/list/events-page.tsx')).EventsPage)
const NewEventPage = lazy(async () => (await import('./events/list/new-event-page.tsx')).NewEventPage)
const OverviewPage = lazy(async () => (await import('./events/overview/overview-page.tsx')).OverviewPage)
const DetailsPage = lazy(async () => (await import('./events/details/details-page.tsx')).DetailsPage)
const TypesPage = lazy(async () => (await import('./events/types/types-page.tsx')).TypesPage)
const OptionsPage = lazy(async () => (await import('./events/options/options-page.tsx')).OptionsPage)
const FormPage = lazy(async () => (await import('./events/form/form-page.tsx')).FormPage)
const SchedulePage = lazy(async () => (await import('./events/schedule/schedule-page.tsx')).SchedulePage)

const RegistrationsPage = lazy(
  async () => (await import('./registrations/registrations-page.tsx')).RegistrationsPage,
)
const NewRegistrationPage = lazy(
  async () => (await import('./registrations/one/new-registration-page.tsx')).NewRegistrationPage,
)
const RegistrationPage = lazy(
  async () => (await import('./registrations/one/registration-page.tsx')).RegistrationPage,
)
const WaitingListPage = lazy(
  async () => (await import('./registrations/line/waiting-list-page.tsx')).WaitingListPage,
)
const AttendancePage = lazy(async () => (await import('./attendance/attendance-page.tsx')).AttendancePage)
const CheckInPage = lazy(async () => (await import('./check-in/check-in-page.tsx')).CheckInPage)

const ListsPage = lazy(async () => (await import('./contacts/lists-page.tsx')).ListsPage)
const ListPage = lazy(async () => (await import('./contacts/list-page.tsx')).ListPage)
const ImportPage = lazy(async () => (await import('./contacts/import-page.tsx')).ImportPage)

const ApplicationsPage = lazy(
  async () => (await import('./applications/applications-page.tsx')).ApplicationsPage,
)
const NewApplicationPage = lazy(
  async () => (await import('./applications/new-application-page.tsx')).NewApplicationPage,
)
const NewKeyPage = lazy(async () => (await import('./applications/new-key-page.tsx')).NewKeyPage)
const ApplicationPage = lazy(
  async () => (await import('./applications/application-page.tsx')).ApplicationPage,
)

const UsersPage = lazy(async () => (await import('./twofactor/users-page.tsx')).UsersPage)
const UserPage = lazy(async () => (await import('./twofactor/user-page.tsx')).UserPage)
const SendsPage = lazy(async () => (await import('./twofactor/sends-page.tsx')).SendsPage)
const ApprovalsPage = lazy(async () => (await import('./twofactor/approvals-page.tsx')).ApprovalsPage)
const GuardPage = lazy(async () => (await import('./twofactor/guard-page.tsx')).GuardPage)
const StatisticsPage = lazy(async () => (await import('./twofactor/statistics-page.tsx')).StatisticsPage)
const TryOutPage = lazy(async () => (await import('./twofactor/try-out/page.tsx')).TryOutPage)

const KeysPage = lazy(async () => (await import('./issuer/keys-page.tsx')).KeysPage)
const JobsPage = lazy(async () => (await import('./issuer/jobs-page.tsx')).JobsPage)
const SigningKeysPage = lazy(async () => (await import('./issuer/signing-keys-page.tsx')).SigningKeysPage)
const NamesPage = lazy(async () => (await import('./issuer/names-page.tsx')).NamesPage)

const OutboxPage = lazy(async () => (await import('./outbox/outbox-page.tsx')).OutboxPage)
const WebhooksPage = lazy(async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage)
const WebhookPage = lazy(async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage)

const AuditPage = lazy(async () => (await import('./audit/audit-page.tsx')).AuditPage)
const OperatorsPage = lazy(async () => (await import('./operators/operators-page.tsx')).OperatorsPage)
const SettingsPage = lazy(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const AccountPage = lazy(async () => (await import('./account/account-page.tsx')).AccountPage)

type NavGroup = 'overview' | 'events' | 'services' | 'server'

export const navGroups: readonly NavGroup[] = ['overview', 'events', 'services', 'server']

export type ConsoleRoute = {
  /** Path below the console's base: `/events/:eventId`; parameters are passed as props. */
  readonly path: `/${string}`
  readonly component: FunctionComponent<never>
  /** Operators without this scope do not see the page in the navigation, and get a message if they open it. */
  readonly scope?: Scope
  /** For pages about the whole server: only for operators who are not limited to an organisation. */
  readonly everywhere?: true
  /** The entry in the navigation. `icon` is the path of a 24 by 24 line drawing. */
  readonly nav?: { readonly group: NavGroup; readonly text: () => string; readonly icon: string }
}

const issuer = { scope: 'issuer:read', everywhere: true } as const

/** All pages of the console. Each group of the navigation shows its pages in this order. */
export const routes: readonly ConsoleRoute[] = [
  {
    path: '/',
    component: HomePage,
    nav: { group: 'overview', text: () => homeText('home'), icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
  },
  {
    path: '/start',
    component: StartPage,
    nav: { group: 'overview', text: () => startText('start'), icon: 'M5 20V4l7 3 7-3v12l-7 3-7-3' },
  },
  {
    path: '/tasks',
    component: TasksPage,
    scope: 'tasks:read',
    nav: {
      group: 'overview',
      text: () => tasksText('tasks'),
      icon: 'M4 6h10M4 12h10M4 18h6M17 15l2 2 3-4',
    },
  },
  { path: '/tasks/:id', component: TaskPage, scope: 'tasks:read' },
  {
    path: '/events',
    component: EventsPage,
    scope: 'events:read',
    nav: {
      group: 'events',
      text: () => eventsText('events'),
      icon: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
    },
  },
  { path: '/events/new', component: NewEventPage, scope: 'events:write' },
  { path: '/events/:eventId', component: OverviewPage, scope: 'events:read' },
  { path: '/events/:eventId/details', component: DetailsPage, scope: 'events:read' },
  { path: '/events/:eventId/types', component: TypesPage, scope: 'events:read' },
  { path: '/events/:eventId/options', component: OptionsPage, scope: 'events:read' },
  { path: '/events/:eventId/form', component: FormPage, scope: 'events:read' },
  { path: '/events/:eventId/schedule', component: SchedulePage, scope: 'events:read' },
  { path: '/events/:eventId/registrations', component: RegistrationsPage, scope: 'registrations:read' },
  {
    path: '/events/:eventId/registrations/new',
    component: NewRegistrationPage,
    scope: 'registrations:write',
  },
  {
    path: '/events/:eventId/registrations/:registrationId',
    component: RegistrationPage,
    scope: 'registrations:read',
  },
  { path: '/events/:eventId/waiting-list', component: WaitingListPage, scope: 'registrations:read' },
  { path: '/events/:eventId/attendance', component: AttendancePage, scope: 'registrations:read' },
  { path: '/events/:eventId/check-in', component: CheckInPage, scope: 'attendance:write' },
  {
    path: '/contacts',
    component: ListsPage,
    scope: 'contacts:read',
    nav: {
      group: 'events',
      text: () => contactsText('nav'),
      icon: 'M16 20v-1.5a4 4 0 0 0-4-4H6.5a4 4 0 0 0-4 4V20M9.2 11a3.8 3.8 0 1 0 0-7.600 3.800 3.800 0 0 0 0 7.600M16.500 3.700a3.800 3.800 0 0 1 0 7.100M21.500 20v-1.500a4 4 0 0 0-3-3.900',
    },
  },
  { path: '/contacts/:listId', component: ListPage, scope: 'contacts:read' },
  { path: '/contacts/:listId/import', component: ImportPage, scope: 'contacts:write' },
  {
    path: '/applications',
    component: ApplicationsPage,
    scope: 'keys:read',
    nav: {
      group: 'services',
      text: () => identityText('applications'),
      icon: 'M15 7a4 4 0 1 1-3.5 5.9L4 20v-3h3v-3h3l1.6-1.6A4 4 0 0 1 15 7zM16 10h.01',
    },
  },
  { path: '/applications/new', component: NewApplicationPage, scope: 'keys:write' },
  { path: '/applications/new-key', component: NewKeyPage, scope: 'keys:write' },
  { path: '/applications/:applicationId', component: ApplicationPage, scope: 'keys:read' },
  {
    path: '/twofactor',
    component: UsersPage,
    scope: 'twofactor:read',
    nav: {
      group: 'services',
      text: () => identityText('twofactor'),
      icon: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.500-7-10V6zM9 12l2 2 4-4',
    },
  },
  { path: '/twofactor/users', component: UsersPage, scope: 'twofactor:read' },
  { path: '/twofactor/users/:applicationId/:number', component: UserPage, scope: 'twofactor:read' },
  { path: '/twofactor/sends', component: SendsPage, scope: 'twofactor:read' },
  { path: '/twofactor/approvals', component: ApprovalsPage, scope: 'twofactor:read' },
  { path: '/twofactor/guard', component: GuardPage, scope: 'twofactor:read' },
  { path: '/twofactor/statistics', component: StatisticsPage, scope: 'twofactor:read' },
  { path: '/twofactor/bench', component: TryOutPage, scope: 'twofactor:write' },
  {
    path: '/issuer',
    component: KeysPage,
    ...issuer,
    nav: {
      group: 'services',
      text: () => identityText('issuer'),
      icon: 'M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM5 20a7 7 0 0 1 10-6.300M17 15l1.500 1.500L22 13',
    },
  },
  { path: '/issuer/keys', component: KeysPage, ...issuer },
  { path: '/issuer/jobs', component: JobsPage, ...issuer },
  { path: '/issuer/signing-keys', component: SigningKeysPage, ...issuer },
  { path: '/issuer/applications', component: NamesPage, ...issuer },
  {
    path: '/outbox',
    component: OutboxPage,
    scope: 'deliveries:read',
    everywhere: true,
    nav: { group: 'services', text: () => outboxText('outbox'), icon: 'M3 6h18v12H3zM3 7l9 7 9-7' },
  },
  {
    path: '/webhooks',
    component: WebhooksPage,
    scope: 'webhooks:read',
    nav: {
      group: 'services',
      text: () => webhooksText('webhooks'),
      icon: 'M12 8a3 3 0 1 0-3-3M9 5l-4 9M5 17a3 3 0 1 0 3-1h8M15 8l4 8a3 3 0 1 1-4 2',
    },
  },
  { path: '/webhooks/:id', component: WebhookPage, scope: 'webhooks:read' },
  {
    path: '/audit',
    component: AuditPage,
    scope: 'audit:read',
    everywhere: true,
    nav: {
      group: 'server',
      text: () => auditText('audit'),
      icon: 'M7 3h10l3 3v15H4V3zM8 9h8M8 13h8M8 17h5',
    },
  },
  {
    path: '/operators',
    component: OperatorsPage,
    scope: 'operators:read',
    everywhere: true,
    nav: {
      group: 'server',
      text: () => operatorsText('operators'),
      icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
    },
  },
  {
    path: '/settings',
    component: SettingsPage,
    scope: 'settings:read',
    everywhere: true,
    nav: {
      group: 'server',
      text: () => settingsText('settings'),
      icon: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6',
    },
  },
  { path: '/account', component: AccountPage },
]
