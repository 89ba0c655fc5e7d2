import type { SignInTexts } from './en.ts'

export const fr: SignInTexts = {
  cancelled: 'Aucune clé d’accès n’a été choisie. Réessayez quand vous serez prêt.',
  endedTitle: 'Votre session est terminée',
  endedLead: 'Reconnectez-vous pour continuer. Ce que vous avez saisi sur cette page est toujours là.',
  failed: 'Cela n’a pas marché : {detail}',
  insecure: 'Les clés d’accès demandent une page sûre : ouvrez la console en https ou par localhost.',
  invitedLead: 'Ce lien vous donne le rôle « {role} » sur ce serveur. Il sert une seule fois.',
  invitedTitle: 'Bienvenue',
  known: 'Cet appareil a déjà une clé d’accès pour votre compte. Connectez-vous avec elle.',
  makePasskey: 'Créer une clé d’accès',
  noInvitation: 'Cette invitation n’est plus valable',
  noInvitationLead:
    'Elle a servi, une plus récente l’a remplacée, ou sa journée est passée. Demandez-en une autre.',
  noPasskey: 'Pas encore de clé d’accès ?',
  noPasskeyLead:
    'Faites-vous inviter par un propriétaire. Qui a accès aux commandes du serveur crée une invitation ainsi :',
  offline: 'Le serveur est injoignable. Vérifiez le réseau et réessayez.',
  passkeyHelp: 'Pour la reconnaître parmi d’autres, par exemple « Portable » ou « Clé du trousseau ».',
  passkeyLead:
    'Une clé d’accès remplace le mot de passe : votre appareil la garde et demande votre empreinte, votre visage ou votre code quand vous vous en servez.',
  passkeyName: 'Nom de la clé d’accès',
  signIn: 'Se connecter',
  signInLead: 'Avec la clé d’accès créée lors de votre invitation.',
  signInPasskey: 'Se connecter par clé d’accès',
  toSignIn: 'Aller à la connexion',
  unsupported: 'Ce navigateur ne connaît pas les clés d’accès. Prenez-en un plus récent.',
  you: 'Vous êtes',
}
