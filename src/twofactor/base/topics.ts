/** Topics of the change feed: an approval is over; what a poll tells of one that waits is another; a user's inbox. */
export const approvalTopic = 'twofactor-approval'
export const pollTopic = 'twofactor-poll'
export const inboxTopic = 'twofactor-inbox'
