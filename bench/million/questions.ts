/** What is asked among many and among few. */
export type Asked = 'email' | 'search' | 'sparse' | 'page'

export const titles: Readonly<Record<Asked, string>> = {
  email: 'look-up by e-mail',
  search: 'search, three conditions',
  sparse: 'search, three conditions that one in a hundred meets',
  page: 'page by cursor, 100 rows',
}

/** One in six meets all three. */
export const searchBody = {
  filter: {
    and: [
      { field: 'status', op: 'eq', value: 'confirmed' },
      { field: 'answers.diet', op: 'eq', value: 'vegan' },
      { field: 'answers.years', op: 'gte', value: 20 },
    ],
  },
  pageSize: 50,
}

/** One in a hundred meets all three. */
export const sparseBody = {
  filter: {
    and: [
      { field: 'status', op: 'eq', value: 'confirmed' },
      { field: 'answers.role', op: 'eq', value: 'Engineer 7' },
      { field: 'answers.years', op: 'gte', value: 20 },
    ],
  },
  pageSize: 50,
}

/** How one statement of a question is answered. */
export type Plan = { asked: Asked; sql: string; lines: readonly string[]; readsThrough: boolean }
