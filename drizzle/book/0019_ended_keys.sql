-- A change of role ends keys that its new role could not make. Those of changes before that was so end here, once; so do
-- kept passwords of what deactivated users sent.
INSERT INTO `history` (`id`, `at`, `action`, `key_id`, `details`)
SELECT
	lower(printf('%s-%s-7%s-8%s-%s', substr(`made`.`ms`, 1, 8), substr(`made`.`ms`, 9, 4), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2), hex(randomblob(6)))),
	CAST(unixepoch('subsec') * 1000 AS INTEGER), 'key revoked', `api_keys`.`id`, json_object('name', `api_keys`.`name`)
FROM `api_keys`
JOIN `users` ON `users`.`id` = `api_keys`.`user_id`
CROSS JOIN (SELECT printf('%012x', CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS `ms`) AS `made`
WHERE `users`.`role` = 'member' AND `users`.`deactivated_at` IS NULL AND `api_keys`.`revoked_at` IS NULL
	AND (`api_keys`.`service` = 'storefront' OR `api_keys`.`all_users` OR NOT `users`.`is_clerk`);
--> statement-breakpoint
UPDATE `api_keys` SET `revoked_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER)
WHERE `revoked_at` IS NULL AND EXISTS (
	SELECT 1 FROM `users`
	WHERE `users`.`id` = `api_keys`.`user_id` AND `users`.`role` = 'member' AND `users`.`deactivated_at` IS NULL
		AND (`api_keys`.`service` = 'storefront' OR `api_keys`.`all_users` OR NOT `users`.`is_clerk`)
);
--> statement-breakpoint
INSERT INTO `history` (`id`, `at`, `action`, `details`)
SELECT
	lower(printf('%s-%s-7%s-8%s-%s', substr(`made`.`ms`, 1, 8), substr(`made`.`ms`, 9, 4), substr(hex(randomblob(2)), 2), substr(hex(randomblob(2)), 2), hex(randomblob(6)))),
	CAST(unixepoch('subsec') * 1000 AS INTEGER), 'password forgotten', json_object('for', `users`.`email`, 'bank', `kept_passwords`.`bank`)
FROM `kept_passwords`
JOIN `users` ON `users`.`id` = `kept_passwords`.`user_id`
CROSS JOIN (SELECT printf('%012x', CAST(unixepoch('subsec') * 1000 AS INTEGER)) AS `ms`) AS `made`
WHERE `users`.`deactivated_at` IS NOT NULL;
--> statement-breakpoint
DELETE FROM `kept_passwords`
WHERE `user_id` IN (SELECT `id` FROM `users` WHERE `deactivated_at` IS NOT NULL);
