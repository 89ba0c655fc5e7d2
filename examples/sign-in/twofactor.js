// @ts-check
// Confirm this transfer: all that this application says to the two-factor service.
import { call } from './call.js'

/** @typedef {{ country: string, number: string }} Phone */
/** @typedef {{ uuid: string, number: string }} Approval */
/** @typedef {ReturnType<typeof createTwofactor>} Twofactor */

/**
 * @param {{ url: string, key: string, seconds: number }} settings the key is this application's password: it stays on the server
 */
export function createTwofactor({ url, key, seconds }) {
  const headers = { 'x-twofactor-api-key': key, 'content-type': 'application/json' }
  const get = (/** @type {string} */ path) => call(url + path, { headers })
  const post = (/** @type {string} */ path, /** @type {object} */ members = {}) =>
    call(url + path, { method: 'POST', headers, body: JSON.stringify(members) })
  const byPhone = (/** @type {Phone} */ { country, number }) => ({
    country_code: country,
    phone_number: number,
  })

  return {
    /** @param {Phone} phone */
    sendCode: (phone) => post('/protected/json/phones/verification/start', { ...byPhone(phone), via: 'sms' }),

    /**
     * Throws unless the code is right.
     * @param {Phone} phone
     * @param {string} code
     */
    checkCode(phone, code) {
      const query = new URLSearchParams({ ...byPhone(phone), verification_code: code })
      return get(`/protected/json/phones/verification/check?${query}`)
    },

    /**
     * The same phone number again gives the same user.
     * @param {Phone} phone
     * @returns {Promise<number>}
     */
    async enrol({ country, number }) {
      const user = { cellphone: number, country_code: country }
      return (await post('/protected/json/users/new', { user })).twofactor_id
    },

    /**
     * @param {number} id
     * @returns {Promise<boolean>}
     */
    async hasDevice(id) {
      return (await get(`/protected/json/users/${id}/status`)).status.registered
    },

    /**
     * A link that enrols a phone: good once, for a quarter of an hour.
     * @param {number} id
     * @returns {Promise<{ link: string, qr: string }>}
     */
    async inviteDevice(id) {
      const { enrolment } = await post(`/protected/json/users/${id}/enrolments`)
      return { link: enrolment.url, qr: enrolment.qr_code }
    },

    /**
     * Asks on the phone. The person picks the number that the page shows: nobody approves what a stranger started.
     * @param {number} id
     * @param {{ message: string, details: Record<string, string> }} question
     * @returns {Promise<Approval>}
     */
    async ask(id, question) {
      const path = `/onetouch/json/users/${id}/approval_requests`
      const answer = await post(path, { ...question, number_match: true, seconds_to_expire: seconds })
      return { uuid: answer.approval_request.uuid, number: answer.number }
    },

    /**
     * Held until something happens, 20 seconds at most.
     * @param {Approval} approval
     * @returns {Promise<'pending' | 'approved' | 'denied' | 'expired'>}
     */
    async poll({ uuid }) {
      return (await get(`/onetouch/json/approval_requests/${uuid}?wait=20`)).approval_request.status
    },
  }
}
