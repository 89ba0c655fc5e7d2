import { nameFaults, problemsOf, row } from '../kernel/contract/problem.ts'
import { commonProblems } from '../kernel/contract/problem-json.ts'

export const problems = {
  ...commonProblems,
  'key-in-query': row(
    400,
    'Key in the query',
    'Send the API key in the header X-API-Key: addresses end up in logs.',
  ),
  'invalid-api-key': row(401, 'Unauthorized', 'Send a valid API key in the header X-API-Key.'),
  'missing-scope': row(403, 'Forbidden', 'This key lacks the scope for it.'),
  'capacity-full': row(409, 'No place left', 'There is no place left for it.'),
  'capacity-below-enrolled': row(
    409,
    'Capacity too low',
    'More have enrolled than that: raise the capacity.',
  ),
  'session-has-enrolments': row(
    409,
    'Session in use',
    'People are enrolled: add force=true to cancel their enrolments.',
  ),
  'duplicate-registration': row(
    409,
    'Registered already',
    'This e-mail address has a live registration for the event.',
  ),
  'duplicate-contact': row(
    409,
    'Known contact',
    'The list has a contact with this e-mail address: add upsert=true to change it.',
  ),
  'registration-closed': row(409, 'Registration closed', 'Registration is not open now.'),
  'event-over': row(
    409,
    'Event over',
    'The event is cancelled, completed or over: nobody gets a place there any more.',
  ),
  'invalid-transition': row(
    409,
    'Not from this state',
    'The record cannot change from its state to that one.',
  ),
  'session-clash': row(
    409,
    'Sessions overlap',
    'The session overlaps with another one of the same attendee.',
  ),
  'comes-with-option': row(
    409,
    'Comes with an option',
    'The enrolment comes with an option of the registration: change the options instead.',
  ),
  'session-closed': row(409, 'Session closed', 'The session takes nobody now.'),
  'already-checked-in': row(409, 'Checked in already', 'The attendee is checked in.'),
  'not-checked-in': row(409, 'Not checked in', 'The attendee is not checked in.'),
  'not-expected': row(
    409,
    'Not expected',
    'The attendee has no confirmed place here: add "force": true to let them in.',
  ),
  'code-taken': row(409, 'Code taken', 'Another one has this code.'),
  'in-use': row(409, 'In use', 'Registrations refer to it.'),
  'idempotency-in-progress': row(
    409,
    'In progress',
    'The first request with this Idempotency-Key is under way.',
  ),
  'version-changed': row(
    412,
    'Changed meanwhile',
    'The record is not the one that If-Match names: read it again.',
  ),
  'search-too-broad': row(
    503,
    'Search too broad',
    'The search takes too long: add a condition that is not "contains".',
  ),
} as const

export const problem = problemsOf(problems)

/** What was looked for; refuses with status 404 if there is none. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw problem('not-found')
  return value
}

export const faults = nameFaults(problems, {
  'method-not-allowed': 'wrong-method',
  unauthenticated: 'invalid-api-key',
  forbidden: 'missing-scope',
})
