import { expect, it } from 'vitest'
import { newAsker } from '../asker.ts'
import { describeInBrowser } from '../chromium.ts'
import { openConsole } from '../operator.ts'

describeInBrowser('a table of the console', (running) => {
  const paths = ['/issuer/keys', '/issuer/signing-keys', '/operators', '/settings']
  it.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES'])(
    'shows all its columns and buttons on every page, in %s',
    async (locale) => {
      await newAsker(running())
      await fetch(`${running().url}/issuer/.well-known/jwks.json`)
      const { page } = await openConsole(running(), { path: paths[0] ?? '', options: { locale } })
      for (const path of paths) {
        if (path !== paths[0]) await page.goto(`${running().url}/console${path}`)
        await page.locator('.table-scroll tbody tr').first().waitFor()
        for (const width of [1280, 1024, 360]) {
          await page.setViewportSize({ width, height: 740 })
          const surplus = await page
            .locator('.table-scroll')
            .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth))
          expect(Math.max(...surplus), `${path} at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
    },
  )
})
