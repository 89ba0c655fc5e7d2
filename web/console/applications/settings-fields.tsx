import { Field } from '../../ui/field.tsx'
import { text } from '../identity/texts.ts'
import type { Work } from '../identity/work.ts'
import type { SettingEntries } from './settings.ts'

type SettingFieldsProps = {
  entries: SettingEntries
  work: Work
  onChange: (entries: SettingEntries) => void
}

export function SettingFields({ entries, work, onChange }: SettingFieldsProps) {
  const set = (change: Partial<SettingEntries>) => onChange({ ...entries, ...change })
  return (
    <>
      <fieldset>
        <legend>{text('channels')}</legend>
        <Check label={text('sendsSms')} value={entries.sms} onChange={(sms) => set({ sms })} />
        <Check label={text('sendsVoice')} value={entries.voice} onChange={(voice) => set({ voice })} />
      </fieldset>
      <div class="id-columns">
        <Field label={text('codeLength')} help={text('codeLengthHelp')}>
          {(control) => (
            <select
              {...control}
              value={entries.codeLength}
              onChange={(event) => set({ codeLength: event.currentTarget.value })}
            >
              {['6', '7', '8'].map((digits) => (
                <option key={digits} value={digits}>
                  {digits}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('quota')} help={text('quotaHelp')} error={work.errorAt('/settings/quota')}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000_000_000}
              value={entries.quota}
              onInput={(event) => set({ quota: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <CallbackFields entries={entries} work={work} onChange={onChange} />
    </>
  )
}

function CallbackFields({ entries, work, onChange }: SettingFieldsProps) {
  const set = (change: Partial<SettingEntries>) => onChange({ ...entries, ...change })
  return (
    <>
      <Field label={text('callback')} help={text('callbackHelp')} error={work.errorAt('/settings/callback')}>
        {(control) => (
          <input
            {...control}
            type="url"
            autocomplete="off"
            placeholder="https://"
            value={entries.callback}
            onInput={(event) => set({ callback: event.currentTarget.value })}
          />
        )}
      </Field>
      {entries.callback.trim() !== '' && (
        <Field label={text('callbackMethod')}>
          {(control) => (
            <select
              {...control}
              value={entries.callbackMethod}
              onChange={(event) => set({ callbackMethod: event.currentTarget.value as 'POST' | 'GET' })}
            >
              <option value="POST">POST</option>
              <option value="GET">GET</option>
            </select>
          )}
        </Field>
      )}
    </>
  )
}

type CheckProps = { label: string; value: boolean; onChange: (value: boolean) => void }

function Check({ label, value, onChange }: CheckProps) {
  return (
    <label class="id-check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}
