import type { SignInTexts } from './en.ts'

export const fr: SignInTexts = {
  cancelled: 'Aucune clé d’accès n’a été sélectionnée. Réessayez quand vous serez prêt.',
  endedTitle: 'Votre session a expiré',
  endedLead: 'Reconnectez-vous pour continuer. Vos saisies sur cette page sont toujours là.',
  failed: 'Cela n’a pas fonctionné : {detail}',
  insecure:
    'Les clés d’accès ne fonctionnent que sur une page sécurisée. Ouvrez la console en https ou sur localhost.',
  invitedLead:
    'Vous êtes invité avec le rôle {role}. Créez une clé d’accès pour commencer. Ce lien ne fonctionne qu’une fois.',
  invitedTitle: 'Bienvenue',
  known: 'Cet appareil a déjà une clé d’accès pour votre compte. Connectez-vous avec celle-ci.',
  makePasskey: 'Créer une clé d’accès',
  noInvitation: 'Cette invitation n’est plus valable',
  noInvitationLead:
    'Elle a déjà servi, a été remplacée par une plus récente ou a expiré. Demandez-en une nouvelle.',
  noPasskey: 'Pas encore de clé d’accès ?',
  noPasskeyLead:
    'Demandez une invitation à un propriétaire. Avec un accès au serveur, créez-en une avec cette commande :',
  offline: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  passkeyHelp: 'Pour distinguer vos clés d’accès.',
  passkeyLead:
    'Une clé d’accès remplace le mot de passe. Votre appareil la conserve et demande votre empreinte, votre visage ou votre code à la connexion.',
  passkeyName: 'Nom de la clé d’accès',
  signIn: 'Se connecter',
  signInLead: 'Utilisez la clé d’accès créée avec votre invitation.',
  signInPasskey: 'Se connecter avec une clé d’accès',
  toSignIn: 'Aller à la connexion',
  unsupported: 'Ce navigateur ne prend pas en charge les clés d’accès. Utilisez-en un plus récent.',
  you: 'Compte :',
  phoneAgain: 'Réessayer',
  phoneCode: 'Code QR pour l’authentificateur',
  phoneDenied: 'La demande a été refusée sur votre téléphone.',
  phoneExpired: 'La demande a expiré sans réponse.',
  phoneHere: 'Ouvrir l’authentificateur sur cet appareil',
  phoneNumber: 'Saisissez ce nombre sur votre téléphone :',
  phoneScan: 'Scannez ce code avec votre authentificateur.',
  phoneWaiting: 'En attente de votre téléphone…',
  signInPhone: 'Se connecter avec le téléphone',
  signInOther: 'Se connecter autrement',
}
