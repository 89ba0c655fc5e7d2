// @ts-check
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newSecret } from './sessions.js'

/** @typedef {import('./sessions.js').Transfer} Transfer */
/** @typedef {{ name: string, twofactorId?: number, transfers: Transfer[] }} Account */
/** @typedef {ReturnType<typeof openAccounts>} Accounts */

/**
 * The bank's own data, in one small file. An account belongs to a key (`sub`), never to a name or an address.
 * @param {string} path
 */
export function openAccounts(path) {
  /** @type {{ accounts: Record<string, Account>, browsers: Record<string, string> }} */
  const data = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { accounts: {}, browsers: {} }
  const save = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(`${path}.new`, JSON.stringify(data), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  return {
    save,

    /**
     * The account of who is signed in; the first time, a new one.
     * @param {{ sub: string, name: string }} person
     * @returns {Account}
     */
    enter({ sub, name }) {
      const account = data.accounts[sub] ?? { name: '', transfers: [] }
      if (account.name !== name) {
        data.accounts[sub] = account
        account.name = name
        save()
      }
      return account
    },

    /**
     * Remembers who signed in with this browser, so that the next question goes straight to their phone.
     * @param {string} sub
     * @param {string | undefined} before what the browser had so far
     * @returns {string} for a cookie
     */
    rememberBrowser(sub, before) {
      const browser = newSecret()
      delete data.browsers[before ?? '']
      data.browsers[browser] = sub
      save()
      return browser
    },

    /**
     * @param {string | undefined} browser
     * @returns {{ sub: string, name: string } | undefined}
     */
    findByBrowser(browser) {
      const sub = data.browsers[browser ?? '']
      const account = data.accounts[sub ?? '']
      return sub === undefined || account === undefined ? undefined : { sub, name: account.name }
    },

    /**
     * The person has a new key: account and browsers go over to it.
     * @param {string} from
     * @param {string} to
     */
    move(from, to) {
      const { [from]: account, ...others } = data.accounts
      if (account === undefined || from === to) return
      data.accounts = { ...others, [to]: account }
      for (const [browser, sub] of Object.entries(data.browsers))
        if (sub === from) data.browsers[browser] = to
      save()
    },
  }
}
