import { expect, it } from 'vitest'
import { newAsker } from '../asker.ts'
import { describeInBrowser } from '../chromium.ts'
import { openConsole } from '../operator.ts'

describeInBrowser('a table of the console', (running) => {
  it.each(['/issuer/keys', '/issuer/signing-keys', '/operators', '/settings'])(
    'shows all its columns and buttons at %s, in every language',
    async (path) => {
      await newAsker(running())
      await fetch(`${running().url}/issuer/.well-known/jwks.json`)
      for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES']) {
        const { page, context } = await openConsole(running(), { path, options: { locale } })
        await page.locator('.table-scroll tbody tr').first().waitFor()
        for (const width of [1280, 1024, 360]) {
          await page.setViewportSize({ width, height: 740 })
          const surplus = await page
            .locator('.table-scroll')
            .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth))
          expect(Math.max(...surplus), `${locale} at ${width} px`).toBeLessThanOrEqual(0)
        }
        await context.close()
      }
    },
  )
})
