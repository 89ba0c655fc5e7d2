import { expect, it } from 'vitest'
import type { Product } from '../../../web/docs/base/product.ts'
import { createIndex, findHits } from '../../../web/docs/base/search-index.ts'

const product: Product = {
  version: '1',
  apis: [
    {
      name: 'registration',
      title: 'Lanyard registration',
      summary: '',
      basePath: '/registration',
      url: 'http://localhost/registration',
      operations: [
        { name: 'checkIn', method: 'POST', path: '/a', tag: 'attendance', summary: 'Check in', keyed: true },
      ],
      problems: [{ code: 'capacity-full', status: 409, title: 'Full', detail: 'No place is left.' }],
    },
  ],
  settings: [{ name: 'LANYARD_URL', summary: 'Where clients reach the server.', secret: false, example: '' }],
}
const guides = [{ slug: 'door', title: 'Check in at the door' }]
const sections = [
  { slug: 'door', words: 'offline scanning' },
  { slug: 'door', heading: 'Without a network', words: 'the waiting list is kept' },
  { slug: 'door', heading: 'Use `ticket` codes', words: '' },
]
const notes = { guides: 'Guides', problems: 'Errors', settings: 'Settings' }
const index = createIndex({ product, guides, sections }, notes)
const find = (typed: string) => findHits(index, typed).map(({ href }) => href)

it.each([
  ['check in', ['/docs/guide/door', '/docs/api/registration/checkIn', '/docs/guide/door#without-a-network']],
  ['no place', ['/docs/problems#registration-capacity-full']],
  ['CAPACITY 409', ['/docs/problems#registration-capacity-full']],
  ['reach server', ['/docs/settings#LANYARD_URL']],
  ['ticket codes', ['/docs/guide/door#use-ticket-codes']],
  ['waiting list', ['/docs/guide/door#without-a-network']],
  ['scanning', ['/docs/guide/door']],
  ['nothing like it', []],
])('finds by %s, titles first', (typed, found) => {
  expect(find(typed).slice(0, 3)).toEqual(found)
})

it('works while nothing has loaded', () => {
  expect(findHits(createIndex({ product: undefined, guides: [], sections: [] }, notes), 'check')).toEqual([])
})
