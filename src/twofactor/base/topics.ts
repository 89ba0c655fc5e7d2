/**
 * Change feed topics: an approval has ended; the polled state of a pending approval has changed; a user's inbox has
 * changed.
 */
export const approvalTopic = 'twofactor-approval'
export const pollTopic = 'twofactor-poll'
export const inboxTopic = 'twofactor-inbox'
