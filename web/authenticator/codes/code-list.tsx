import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { ButtonLink } from '../base/button-link.tsx'
import { accounts } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { CodeAccount } from '../store/records.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountName, nameOf } from './account-name.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { CodeButton } from './code-button.tsx'
import { Countdown } from './countdown.tsx'
import { useSeconds } from './seconds.ts'

/** With this many codes or more, a search field is shown. */
const MANY = 7

/** All codes with their actions. */
export function CodeList() {
  useSeconds()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const all = accounts.value
  if (all.length === 0) return <NoCodes />
  const shown = all.length < MANY ? all : all.filter((account) => matches(account, typed))
  const edited = all.find(({ id }) => id === chosen)
  return (
    <>
      <ClockNotice />
      {all.length >= MANY && <CodeSearch typed={typed} count={shown.length} onType={setTyped} />}
      {shown.length === 0 && <EmptyState title={text('codesNothingFound')} />}
      <ul class="list codes">
        {shown.map((account) => (
          <li key={account.id} class="card code-card">
            <div class="code-row">
              <AccountName account={account} />
              <Countdown period={account.period} />
            </div>
            <div class="code-row">
              <CodeButton account={account} />
              <Button
                look="quiet"
                size="small"
                label={text('codesEditOf', { name: nameOf(account) })}
                onClick={() => setChosen(account.id)}
              >
                {text('codesEdit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <AccountDialog key={edited.id} account={edited} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

function NoCodes() {
  return (
    <EmptyState title={text('codesNone')} lead={text('codesNoneLead')}>
      <ButtonLink path="/add" look="primary" label={text('codesAdd')} />
    </EmptyState>
  )
}

type CodeSearchProps = { typed: string; count: number; onType: (typed: string) => void }

function CodeSearch({ typed, count, onType }: CodeSearchProps) {
  return (
    <div class="field">
      <label class="visually-hidden" for="code-search">
        {text('codesSearch')}
      </label>
      <input
        id="code-search"
        class="input"
        type="search"
        autocomplete="off"
        placeholder={text('codesSearch')}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <p class="visually-hidden" role="status">
        {typed === '' ? '' : text('codesFound', { count })}
      </p>
    </div>
  )
}

function matches({ issuer, label }: CodeAccount, typed: string): boolean {
  const name = `${issuer} ${label}`.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word))
}
