ALTER TABLE `files` ADD `key_id` text;--> statement-breakpoint
ALTER TABLE `files` ADD `member_id` text;--> statement-breakpoint
CREATE INDEX `files_key` ON `files` (`key_id`,`bytes`);--> statement-breakpoint
CREATE INDEX `files_member` ON `files` (`member_id`,`bytes`);--> statement-breakpoint
UPDATE `files` SET `member_id` = (
	SELECT `documents`.`user_id` FROM `documents` INNER JOIN `users` ON `users`.`id` = `documents`.`user_id`
	WHERE `documents`.`hash` = `files`.`hash` AND `users`.`role` = 'member'
	ORDER BY `documents`.`created_at`, `documents`.`id` LIMIT 1
) WHERE `kind` = 'documents';
