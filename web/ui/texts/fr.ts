import type { UiTexts } from './en.ts'

export const fr: UiTexts = {
  cancel: 'Annuler',
  close: 'Fermer',
  copied: 'Copié',
  copy: 'Copier',
  copyFailed: 'Le navigateur n’a pas permis la copie',
  failed: 'Le chargement a échoué',
  language: 'Langue',
  loading: 'Chargement',
  more: 'Afficher plus',
  next: 'Suivant',
  pages: 'Pages',
  previous: 'Précédent',
  required: 'obligatoire',
  retry: 'Réessayer',
  save: 'Enregistrer',
  theme: 'Couleurs',
  themeDark: 'Sombre',
  themeLight: 'Clair',
  themeSystem: 'Comme le système',
}
