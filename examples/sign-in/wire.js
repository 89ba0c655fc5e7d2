// @ts-check
import { CallError } from './call.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

const MOST_BYTES = 10_000

/**
 * Another site can make a browser send a form here, but no JSON: that asks first, and is refused.
 * @param {Request} request
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readBody(request) {
  if (request.headers['content-type'] !== 'application/json') throw new CallError('type', 'Send JSON.')
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > MOST_BYTES) throw new CallError('too-large', 'This is too long.')
  }
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new CallError('json', 'Send JSON.')
  }
}

/**
 * Out of reach of scripts and of other sites. Behind https, add `Secure`.
 * @param {Response} response
 * @param {string} name
 * @param {string} value
 * @param {number} [seconds] without, until the browser closes
 */
export function setCookie(response, name, value, seconds) {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  response.appendHeader('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${age}`)
}

/** @param {Request} request */
export function readCookies({ headers }) {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {unknown} value
 */
export function sendJson(response, status, value) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
