import { Fragment } from 'preact'
import { useAnswer } from '../../ui/ask.ts'
import { Badge } from '../../ui/badge.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Table } from '../../ui/lists/table.tsx'
import type { PlainKey } from '../../ui/texts/i18n.ts'
import { Page } from '../base/page.tsx'
import { type Answered, consoleServer } from '../base/services.ts'
import { docsUrl } from '../base/session.ts'
import type { en } from './texts/en.ts'
import { text } from './texts.ts'

type Settings = Answered<typeof consoleServer.getSettings>

export function SettingsPage() {
  const asked = useAnswer('settings', (signal) => consoleServer.getSettings({ signal }))
  return (
    <Page title={text('settings')} lead={text('settingsLead')}>
      <Await loaded={asked.loaded}>
        {(settings) => (
          <>
            <Facts settings={settings} />
            <h2>{text('channels')}</h2>
            <Channels channels={settings.channels} />
            <GatewayHelp channels={settings.channels} />
            <h2>{text('findings')}</h2>
            <Findings findings={settings.findings} />
            <h2>{text('inForce')}</h2>
            <p>{text('inForceLead')}</p>
            <SettingTable settings={settings.settings} />
          </>
        )}
      </Await>
    </Page>
  )
}

function Facts({ settings }: { settings: Settings }) {
  return (
    <dl class="facts">
      <dt>{text('version')}</dt>
      <dd>
        Lanyard {settings.version}, Node.js {settings.node}
      </dd>
      <dt>{text('database')}</dt>
      <dd>{settings.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}</dd>
      <dt>{text('services')}</dt>
      <dd>{settings.services.map(addressText).join(', ')}</dd>
      {Object.entries(settings.addresses).map(([name, address]) => (
        <Fragment key={name}>
          <dt>{addressText(name)}</dt>
          <dd>
            <bdi class="mono">{address}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

const addressNames: Readonly<Record<string, PlainKey<typeof en>>> = {
  main: 'addressMain',
  console: 'addressConsole',
  authenticator: 'addressAuthenticator',
  pages: 'addressPages',
  issuer: 'addressIssuer',
  twofactor: 'addressTwofactor',
  eventdata: 'addressEventdata',
  registration: 'addressRegistration',
}

/** What is served at an address, in plain words. */
function addressText(name: string): string {
  const key = addressNames[name]
  return key === undefined ? name : text(key)
}

const channelNames = { sms: 'sms', voice: 'voice', email: 'email', push: 'push' } as const

function Channels({ channels }: Pick<Settings, 'channels'>) {
  return (
    <Table
      label={text('channels')}
      head={[text('channel'), text('way')]}
      rows={(['sms', 'voice', 'email', 'push'] as const).map((name) => ({
        key: name,
        cells: [text(channelNames[name]), wayOf(channels[name], name)],
      }))}
    />
  )
}

const gatewaySettings = { first: 'LANYARD_SMS', second: 'LANYARD_VOICE', third: 'LANYARD_EMAIL' }

/** The next step for an operator whose messages stay on the server. */
function GatewayHelp({ channels }: Pick<Settings, 'channels'>) {
  if ([channels.sms, channels.voice, channels.email].every(({ kind }) => kind !== 'outbox')) return null
  return (
    <p>
      {text('gatewayLead', gatewaySettings)}{' '}
      <a href={docsUrl('/guide/send-by-a-gateway')} target="_blank" rel="noopener">
        {text('gatewayGuide')}
      </a>
    </p>
  )
}

function wayOf({ kind, gateways }: Settings['channels']['sms'], name: keyof typeof channelNames): string {
  if (kind === 'off') return text('wayOff')
  if (kind === 'outbox') return text('wayOutbox')
  return name === 'push' ? text('wayOn') : gateways.join(', ')
}

function Findings({ findings }: Pick<Settings, 'findings'>) {
  return (
    <Table
      label={text('findings')}
      head={[text('finding'), text('state'), text('detail')]}
      rows={findings.map(({ name, ok, detail }, at) => ({
        key: `${name} ${at}`,
        cells: [
          <code>{name}</code>,
          <Badge tone={ok ? 'good' : 'bad'}>{text(ok ? 'fine' : 'fault')}</Badge>,
          <bdi lang="en">{detail}</bdi>,
        ],
      }))}
    />
  )
}

function SettingTable({ settings }: Pick<Settings, 'settings'>) {
  return (
    <Table
      label={text('inForce')}
      head={[text('setting'), text('value'), text('meaning')]}
      rows={settings.map((setting) => ({
        key: setting.name,
        cells: [
          <code>{setting.name}</code>,
          <SettingValue setting={setting} />,
          <span class="setting-summary" lang="en">
            {setting.summary.replaceAll('`', '')}
          </span>,
        ],
      }))}
    />
  )
}

function SettingValue({ setting }: { setting: Settings['settings'][number] }) {
  const { value, isSet, isSecret, fallback } = setting
  if (isSecret && isSet) return <Badge tone="info">{text('secretSet')}</Badge>
  if (value !== null) return <bdi class="mono setting-value">{value}</bdi>
  return (
    <span class="setting-value">
      {text('notSet')} <bdi class="mono">{fallback.replaceAll('`', '')}</bdi>
    </span>
  )
}
