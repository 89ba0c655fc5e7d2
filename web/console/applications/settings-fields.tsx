import { NumberInput, SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
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
        <SelectInput
          label={text('codeLength')}
          help={text('codeLengthHelp')}
          value={entries.codeLength}
          onChange={(codeLength) => set({ codeLength })}
          choices={['6', '7', '8'].map((digits) => ({ value: digits, label: digits }))}
        />
        <NumberInput
          label={text('quota')}
          help={text('quotaHelp')}
          error={work.errorAt('/settings/quota')}
          min={1}
          max={1_000_000_000}
          value={entries.quota}
          onChange={(quota) => set({ quota })}
        />
      </div>
      <CallbackFields entries={entries} work={work} onChange={onChange} />
    </>
  )
}

function CallbackFields({ entries, work, onChange }: SettingFieldsProps) {
  const set = (change: Partial<SettingEntries>) => onChange({ ...entries, ...change })
  return (
    <>
      <TextInput
        label={text('callback')}
        help={text('callbackHelp')}
        error={work.errorAt('/settings/callback')}
        type="url"
        placeholder="https://"
        value={entries.callback}
        onChange={(callback) => set({ callback })}
      />
      {entries.callback.trim() !== '' && (
        <SelectInput
          label={text('callbackMethod')}
          value={entries.callbackMethod}
          onChange={(callbackMethod) => set({ callbackMethod })}
          choices={[
            { value: 'POST', label: 'POST' },
            { value: 'GET', label: 'GET' },
          ]}
        />
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
