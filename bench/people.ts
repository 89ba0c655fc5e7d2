import type { SeedEvent } from './seed-file.ts'

const diets = ['all', 'vegetarian', 'vegan']

/** Everything about a person follows from the number; nobody is there twice. */
export function personOf(event: SeedEvent, number: number) {
  return {
    registrationTypeId: event.typeId,
    registrant: {
      firstName: 'Grace',
      lastName: `Example${number % 7_000}`,
      email: `grace.${number}@example.org`,
      company: `Company ${number % 300}`,
    },
    options: [{ ...event.option, quantity: 1 }],
    answers: {
      role: `Engineer ${number % 50}`,
      diet: diets[number % diets.length] ?? '',
      years: number % 40,
      news: number % 2 === 0,
    },
  }
}
