import type { UiTexts } from './en.ts'

export const fr: UiTexts = {
  cancel: 'Annuler',
  close: 'Fermer',
  copied: 'Copié',
  copy: 'Copier',
  copyFailed: 'Le navigateur a bloqué la copie',
  failed: 'Échec du chargement',
  language: 'Langue',
  loading: 'Chargement',
  more: 'Afficher plus',
  next: 'Suivant',
  pages: 'Pages',
  previous: 'Précédent',
  required: 'obligatoire',
  retry: 'Réessayer',
  save: 'Enregistrer',
  theme: 'Apparence',
  themeDark: 'Sombre',
  themeLight: 'Clair',
  themeSystem: 'Comme l’appareil',
}
