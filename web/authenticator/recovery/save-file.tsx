import { successorOf } from '../../../src/client/device/speaker.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../base/download.ts'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { tellFailure } from '../identity/base/failure.ts'
import { activateFile, type NewFile } from './make.ts'
import { pendingFile } from './pending-file.ts'
import { recoveryText } from './texts.ts'

type SaveFileProps = { file: NewFile; isSaved: boolean; onDone: () => void }

/**
 * The file becomes valid only after the user has saved it: if the download fails, an earlier file stays valid.
 */
export function SaveFile({ file, isSaved, onDone }: SaveFileProps) {
  const { isBusy, failure, run } = useAction((error) =>
    successorOf(error) === undefined ? tellFailure(error) : text('identityIsMoved'),
  )
  const save = () => {
    download(file.name, file.text, 'application/jose')
    pendingFile.value = { file, isSaved: true }
  }
  const activate = async () => {
    if (!(await activateFile(file))) return
    pendingFile.value = undefined
    onDone()
  }
  return (
    <Page title={recoveryText('saveTitle')} lead={recoveryText('saveLead')}>
      {failure !== undefined && (
        <p class="notice bad" role="alert">
          {recoveryText('notActive')} {failure}
        </p>
      )}
      <div class="actions">
        <Button {...(isSaved ? {} : { look: 'primary' })} onClick={save}>
          {recoveryText('save')}
        </Button>
        {isSaved && (
          <Button look="primary" disabled={isBusy} onClick={() => run(activate)}>
            {recoveryText(isBusy ? 'savedBusy' : failure === undefined ? 'saved' : 'retry')}
          </Button>
        )}
        <Button
          look="quiet"
          disabled={isBusy}
          onClick={() => {
            pendingFile.value = undefined
          }}
        >
          {recoveryText('startAgain')}
        </Button>
      </div>
    </Page>
  )
}
