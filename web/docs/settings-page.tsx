import { Await } from '../ui/lists/load.tsx'
import { Table } from '../ui/lists/table.tsx'
import { Filter } from './base/filter.tsx'
import { Inline } from './base/markdown.tsx'
import { Page } from './base/page.tsx'
import { useProduct } from './base/product.ts'
import { text } from './base/texts.ts'

export function SettingsPage() {
  return (
    <Page title={text('settings')} lead={text('settingsIntro')}>
      <Await loaded={useProduct()}>
        {({ settings }) => (
          <Filter items={settings} wordsOf={({ name, summary }) => `${name} ${summary}`}>
            {(found) => (
              <Table
                label={text('settings')}
                head={[text('setting'), text('default'), text('meaning')]}
                rows={found.map((setting) => ({
                  key: setting.name,
                  cells: [
                    <code id={setting.name}>{setting.name}</code>,
                    setting.default === undefined ? (
                      <Inline text={setting.unset ?? ''} />
                    ) : (
                      <code>{setting.default}</code>
                    ),
                    <span>
                      <Inline text={setting.summary} /> {setting.secret && text('secret')}
                      <br />
                      <span class="soft">{text('example')}:</span> <code>{setting.example}</code>
                    </span>,
                  ],
                }))}
              />
            )}
          </Filter>
        )}
      </Await>
    </Page>
  )
}
