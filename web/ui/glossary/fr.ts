import type { Glossary } from './glossary.ts'

export const fr: Glossary = [
  { say: 'liste d’attente', avoid: ['file d’attente'] },
  {
    say: 'type de billet',
    means: 'L’API dit registration type.',
    avoid: ['types? d’inscription', 'genres? d’inscription'],
  },
  {
    say: 'se connecter, connexion',
    means: 'Montrer qui l’on est. Le contraire est « se déconnecter ».',
    avoid: ['login', 's’authentifier'],
  },
  { say: 'vérifié', means: 'D’une adresse ou d’un nom.', avoid: ['prouv(?:é|ée|és|ées|er|ez)'] },
  {
    say: 'en attente d’approbation',
    avoid: ['attend(?:ent)? l’approbation', 'attend(?:ent)? une approbation'],
  },
  { say: 'automatiquement', avoid: ['de lui-même', 'd’eux-mêmes', 'd’elle-même', 'd’elles-mêmes'] },
  { say: 'heure UTC', avoid: ['heure de UTC'] },
  { say: 'e-mail', avoid: ['courriels?', '(?<!-)mails?', 'emails?'] },
]
