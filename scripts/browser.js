// @ts-check
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]

/** Chromium without windows: a third of the work for a page, but it knows no notifications. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/** It asks nobody but whom the page asks. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  // Chromium takes the last list of this option only, so it repeats what Playwright turns off. The popup of the address bar
  // is a page of its own in each window: nobody sees it here, and it takes a third of the work for a window.
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,LensOverlay,MediaRouter,OptimizationHints,PaintHolding,WebUIOmniboxPopup',
]

/** The program of a browser on the path. */
export function findBrowser() {
  return findProgram(BROWSERS)
}

/** A browser without windows, where there is one. */
export function findQuickBrowser() {
  return findProgram([...SHELLS, ...BROWSERS])
}

export const FIREFOXES = ['firefox-esr', 'firefox']

/** The apps for everyone also run in it. */
export function findFirefox() {
  return findProgram(FIREFOXES)
}

/** @param {readonly string[]} names */
function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
