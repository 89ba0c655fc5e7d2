import type { EventDocument } from '../../events/import/event-document.ts'
import { formatInZone } from '../../events/import/zone-text.ts'
import type { Chance } from './chance.ts'
import { DAYS, makeSessions, timeOf, timezone } from './schedule.ts'
import { jobs, tracks } from './words.ts'

export const CODE = 'PASSAGE'

type Part<K extends keyof EventDocument> = NonNullable<EventDocument[K]>
type Section = Part<'form'>['sections'][number]

/** The whole conference; `midnight` is the start of its first day. */
export function makeConference(chance: Chance, midnight: number): EventDocument {
  const sessions = makeSessions(chance, midnight)
  const labs = sessions.filter(({ track }) => track === 'Workshops')
  return {
    event: makeEvent(midnight),
    registrationTypes: [
      { name: 'Standard', code: 'STD', description: 'Three days, lunch included', capacity: 2_400 },
      { name: 'Student', code: 'STU', description: 'With a student card at the door', capacity: 320 },
      { name: 'Speaker', code: 'SPK', description: 'For people on the programme', approvalRequired: true },
      { name: 'Online', code: 'WEB', description: 'Live stream of the plenary and Hall 2', virtual: true },
    ],
    sessions,
    optionGroups: makeOptionGroups(labs),
    form: makeForm(),
  }
}

function makeEvent(midnight: number): EventDocument['event'] {
  const year = new Date(midnight).getUTCFullYear()
  return {
    code: CODE,
    title: `Passage ${year}`,
    description: [
      'Three days about who people are and how they show it: to machines, to offices and to each other.',
      'Talks in ten rooms, hands-on workshops, and a conference dinner on the second evening.\nRecordings are published on https://passage.example/videos two weeks later.',
    ].join('\n\n'),
    format: 'hybrid',
    status: 'published',
    start: formatInZone(timeOf(midnight, 0, 540), timezone),
    end: formatInZone(timeOf(midnight, DAYS - 1, 1_140), timezone),
    timezone,
    capacity: 2_860,
    waitlistEnabled: true,
    locale: 'en',
    venue: {
      name: 'Kongresshalle am Zoo',
      address: 'Pfaffendorfer Straße 31, 04105 Leipzig, DE',
      geo: { lat: 51.3489, lon: 12.3703 },
    },
    virtualUrl: 'https://live.passage.example/',
    contact: { name: 'Passage desk', email: 'desk@passage.example', phone: '+493415550100' },
    externalReferences: [{ system: 'crm', id: `PSG-${year}` }],
  }
}

function makeOptionGroups(labs: ReturnType<typeof makeSessions>): Part<'optionGroups'> {
  return [
    {
      ref: 'dinner',
      name: 'Conference dinner',
      required: true,
      registrationTypeIds: ['STD', 'SPK'],
      options: [
        { name: 'Dinner', code: 'DINNER', capacity: 700 },
        { name: 'Vegetarian dinner', code: 'VEGGIE', capacity: 400 },
        { name: 'No dinner', code: 'NONE' },
      ],
    },
    {
      ref: 'shirt',
      name: 'T-shirt',
      registrationTypeIds: ['STD', 'STU', 'SPK'],
      options: ['XS', 'S', 'M', 'L', 'XL', 'XXL'].map((size) => ({
        name: size,
        code: `SHIRT-${size}`,
        capacity: 500,
      })),
    },
    {
      ref: 'labs',
      name: 'Workshops',
      selection: 'multiple',
      maxSelections: 2,
      registrationTypeIds: ['STD', 'STU', 'SPK'],
      options: labs.map(({ title, code }) => ({ name: title, code: `LAB-${code}`, sessionId: code })),
    },
  ]
}

function makeForm(): Part<'form'> {
  return {
    optionGroupIds: ['dinner', 'shirt', 'labs'],
    sessionSelection: { min: 0, max: 12 },
    sections: [background, foodAndAccess, rules],
  }
}

const background: Section = {
  title: 'Your background',
  fields: [
    {
      name: 'jobRole',
      label: 'What do you do?',
      type: 'select',
      required: true,
      choices: choices(...jobs, 'Other'),
    },
    { name: 'country', label: 'Where are you based?', type: 'country', required: true },
    { name: 'firstTime', label: 'This is my first Passage', type: 'boolean' },
    {
      name: 'interests',
      label: 'Interests',
      type: 'multiselect',
      choices: choices(...tracks.map(({ name }) => name)),
      validation: { maxItems: 4 },
    },
  ],
}

const foodAndAccess: Section = {
  title: 'Food and access',
  fields: [
    {
      name: 'diet',
      label: 'Dietary requirements',
      type: 'radio',
      choices: [
        ...choices('None', 'Vegetarian', 'Vegan'),
        { value: 'kosher', label: 'Kosher', capacity: 40 },
        ...choices('Other'),
      ],
    },
    {
      name: 'dietNote',
      label: 'Please tell us more',
      type: 'text',
      required: true,
      visibleIf: { field: 'diet', in: ['other'] },
      validation: { maxLength: 200 },
    },
    { name: 'access', label: 'I need assistance on site', type: 'boolean' },
    {
      name: 'accessNote',
      label: 'How can we help?',
      type: 'textarea',
      visibleIf: { field: 'access', in: [true] },
    },
  ],
}

const rules: Section = {
  title: 'Before you register',
  fields: [
    { name: 'newsletter', label: 'Send me next year’s programme', type: 'boolean' },
    { name: 'terms', label: 'I accept the code of conduct', type: 'consent', required: true },
  ],
}

function choices(...values: readonly string[]) {
  return values.map((label) => ({ value: label.toLowerCase(), label }))
}
