import { devices } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { Device } from './device.tsx'
import { SecondDevice } from './second-device.tsx'

/** The person's other devices: each has its own key, and may have the secrets that revoke the others. */
export function Devices() {
  return (
    <section>
      <h2>{text('devices')}</h2>
      <p>{text('devicesLead')}</p>
      <ul class="list">
        {devices.value.map((device) => (
          <li key={device.id}>
            <Device device={device} />
          </li>
        ))}
      </ul>
      <details class="more">
        <summary>{text('deviceSetUp')}</summary>
        <SecondDevice />
      </details>
    </section>
  )
}
