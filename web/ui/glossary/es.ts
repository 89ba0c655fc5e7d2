import type { Glossary } from './glossary.ts'

export const es: Glossary = [
  { say: 'lista de espera', avoid: ['cola'] },
  { say: 'tipo de entrada', means: 'La API dice registration type.', avoid: ['tipos? de inscripción'] },
  {
    say: 'iniciar sesión',
    means: 'Mostrar quién se es. Lo contrario es «cerrar sesión».',
    avoid: ['loguear(?:se)?', 'login'],
  },
  { say: 'verificado', means: 'De una dirección o un nombre.', avoid: ['probad[oa]s?', 'sin probar'] },
  { say: 'pendiente de aprobación', avoid: ['esperan? (?:la )?aprobación'] },
  { say: 'automáticamente', avoid: ['por s[íi] (?:sol[oa]s?|mism[oa]s?)'] },
  { say: 'hora UTC', avoid: ['hora de UTC'] },
  { say: 'correo electrónico', means: 'Corto: «correo».', avoid: ['e-?mails?'] },
]
